import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { TypeIcon } from '../offers/type-icon.tsx'
import { Empty } from '../ui/empty.tsx'
import { Count, Duration, Money } from '../ui/formatted.tsx'
import { LinkAnchor, LinkButton } from '../ui/links.tsx'
import { LoadingSkeleton, QueryContent } from '../ui/query-content.tsx'
import { type PublicTask, type PublicTasks, publicTasksQuery } from './public-api.ts'

const route = getRouteApi('/')

/** The open tasks that visitors may see, by category. */
export function OpenTasks() {
  const { t, i18n } = useLingui()
  const search = route.useSearch()
  const query = useQuery(publicTasksQuery(search, i18n.locale))
  return (
    <Stack gap="sm" component="section" aria-label={t`Tasks available now`}>
      <Title order={2}>
        <Trans>Tasks available now</Trans>
      </Title>
      <QueryContent query={query} placeholder={<LoadingSkeleton rows={4} height={64} />}>
        {(tasks) => (
          <>
            <Categories tasks={tasks} selected={search.category} />
            <Tasks tasks={tasks} />
            <Paging tasks={tasks} category={search.category} />
          </>
        )}
      </QueryContent>
    </Stack>
  )
}

type CategoriesProps = { readonly tasks: PublicTasks; readonly selected: string | undefined }

function Categories({ tasks: { categories }, selected }: CategoriesProps) {
  const { t } = useLingui()
  if (categories.length < 2) return null
  return (
    <Group component="nav" gap="xs" aria-label={t`Categories`}>
      <CategoryLink name={t`All`} isSelected={selected === undefined} />
      {categories.map(({ id, name, taskCount }) => (
        <CategoryLink
          key={id}
          category={String(id)}
          name={name}
          count={taskCount}
          isSelected={selected === String(id)}
        />
      ))}
    </Group>
  )
}

type CategoryLinkProps = {
  readonly category?: string
  readonly name: string
  readonly count?: number
  readonly isSelected: boolean
}

const CategoryLink = ({ category, name, count, isSelected }: CategoryLinkProps) => (
  <LinkButton
    to="/"
    search={category ? { category } : {}}
    resetScroll={false}
    size="compact-sm"
    radius="xl"
    variant={isSelected ? 'filled' : 'default'}
    {...(count === undefined ? {} : { rightSection: <Count value={count} /> })}
    {...(isSelected ? { 'aria-current': 'true' as const } : {})}
  >
    {name}
  </LinkButton>
)

function Tasks({ tasks: { items, categories } }: { readonly tasks: PublicTasks }) {
  const { t } = useLingui()
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  if (items.length === 0)
    return (
      <Empty title={t`No open tasks right now`}>
        <Trans>New tasks appear here as advertisers post them.</Trans>
      </Empty>
    )
  return (
    <div className="surface rows">
      {items.map((task) => (
        <TaskCard key={task.id} task={task} categoryName={names.get(task.offerCategoryId)} />
      ))}
    </div>
  )
}

type TaskCardProps = { readonly task: PublicTask; readonly categoryName: string | undefined }

/** The link of the title covers the card.  */
function TaskCard({ task, categoryName }: TaskCardProps) {
  return (
    <Paper component="article" withBorder px="md" py="sm" radius="md" className="link-card">
      <Group wrap="nowrap" gap="sm" align="flex-start">
        <Box c="dimmed" lh={0} pt={2}>
          <TypeIcon type={task.type} />
        </Box>
        <Title order={3} size="h4" lineClamp={2} flex={1}>
          <LinkAnchor
            to="/tasks/$offerId"
            params={{ offerId: String(task.id) }}
            inherit
            className="card-link"
            lang={task.contentLanguage}
          >
            <bdi>{task.title}</bdi>
          </LinkAnchor>
        </Title>
        <Text fw={700} size="lg" lh={1.3}>
          <Money amount={task.rewardPerAction} currency={task.currency} />
        </Text>
      </Group>
      <Group gap="0 12px">
        {categoryName && (
          <Text size="sm" c="dimmed">
            {categoryName}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          <Trans>
            Time limit: <Duration seconds={task.reservationDurationSeconds} />
          </Trans>
        </Text>
      </Group>
    </Paper>
  )
}

type PagingProps = { readonly tasks: PublicTasks; readonly category: string | undefined }

function Paging({ tasks: { page, pageCount, totalCount, items }, category }: PagingProps) {
  if (items.length === 0 && page === 1) return null
  const searchOf = (target: number) => ({
    ...(category ? { category } : {}),
    ...(target > 1 ? { page: String(target) } : {}),
  })
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        <Trans>
          Sign in to see all <Count value={totalCount} /> tasks with their instructions.
        </Trans>
      </Text>
      <Group gap="xs">
        {page > 1 && (
          <LinkButton to="/" search={searchOf(page - 1)} variant="default" size="compact-md">
            <Trans>Previous page</Trans>
          </LinkButton>
        )}
        {page < pageCount && (
          <LinkButton to="/" search={searchOf(page + 1)} variant="default" size="compact-md">
            <Trans>Next page</Trans>
          </LinkButton>
        )}
      </Group>
    </Group>
  )
}
