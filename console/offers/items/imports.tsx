import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type B, groupB } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Count, Time } from '../../ui/formatted.tsx'
import { useUnloadGuard } from '../../ui/persisted-form.ts'
import { FailedImport } from './failed-import.tsx'
import type { TaskWithItems } from './item-slots.ts'
import { changedByItems } from './selected-items.tsx'
import { forgetUpload, type Upload, uploadItems, useItemUpload } from './uploads.ts'

type Import = B['Import']
type ImportsProps = {
  readonly task: TaskWithItems
  /** The next step after an import, such as submitting the draft. */
  readonly next: ReactNode
}

const [shownMax, pollMs] = [3, 1_000]
const isRunning = ({ status }: Import) => status === 'Processing'

/** The latest imports of an offer. They are read again while one is running, so a reload continues where it is. */
function useImports(task: number) {
  const client = useQueryClient()
  const query = useQuery({
    ...apiQuery(['imports', task], (signal) =>
      groupB.GET('/tasks/{id}/imports', {
        params: { path: { id: task }, query: { pageSize: shownMax } },
        signal,
      }),
    ),
    refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? pollMs : false),
  })
  const ended = query.data?.items.filter((each) => !isRunning(each)).map(({ id }) => id)
  const key = ended?.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: an import that ended has changed the items of the task.
  useEffect(() => {
    if (key) for (const noun of changedByItems) void client.invalidateQueries({ queryKey: [noun] })
  }, [key])
  return query
}

/** The upload and the latest imports of items: how far they are, and what came of them. */
export function Imports({ task, next }: ImportsProps) {
  const upload = useItemUpload(task.id)
  const { data, error } = useImports(task.id)
  useUnloadGuard(upload !== undefined && !upload.error)
  return (
    <Stack gap="sm">
      {upload && <RunningUpload task={task.id} upload={upload} />}
      <ErrorAlert error={error} />
      {data?.items
        .filter(({ status }, place) => status !== 'Failed' || place === 0)
        .map((each, place) => (
          <ImportState key={each.id} item={each} isLatest={place === 0 && !upload} next={next} task={task} />
        ))}
    </Stack>
  )
}

type RunningUploadProps = { readonly task: number; readonly upload: Upload }

function RunningUpload({ task, upload }: RunningUploadProps) {
  const { t } = useLingui()
  const { file, delimiter, share, error } = upload
  if (error)
    return (
      <Stack gap="xs">
        <ErrorAlert error={error} onRetry={() => void uploadItems(task, file, delimiter)} />
        <Group>
          <Button variant="default" size="compact-md" onClick={() => forgetUpload(task)}>
            <Trans>Do not import {file.name}</Trans>
          </Button>
        </Group>
      </Stack>
    )
  const percent = Math.round(100 * share)
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap={6}>
        <Text size="sm" role="status">
          <Trans>
            Uploading {file.name}: {percent}%. Keep this page open.
          </Trans>
        </Text>
        <Progress value={percent} size="lg" aria-label={t`Upload`} />
      </Stack>
    </Paper>
  )
}

type ImportStateProps = {
  readonly item: Import
  readonly isLatest: boolean
  readonly next: ReactNode
  readonly task: TaskWithItems
}

function ImportState({ item, isLatest, next, task }: ImportStateProps) {
  if (item.status === 'Failed') return <FailedImport item={item} task={task} isLatest={isLatest} />
  if (item.status === 'Completed')
    return (
      <Alert color="teal" role="status" variant="light">
        <Stack gap="xs" align="flex-start">
          <Text size="sm" component="div">
            <Plural value={item.items ?? 0} one="Imported: # item" other="Imported: # items" />
            {' · '}
            <Time at={item.endedAtUtc} />
          </Text>
          {isLatest && next}
        </Stack>
      </Alert>
    )
  return <RunningImport item={item} />
}

function RunningImport({ item: { bytes, readBytes, readLines } }: { readonly item: Import }) {
  const { t } = useLingui()
  const percent = bytes === 0 ? 0 : Math.round((100 * readBytes) / bytes)
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap={6}>
        <Text size="sm" role="status">
          <Trans>
            Reading the file: {percent}%, <Count value={readLines} /> lines. You can leave this page.
          </Trans>
        </Text>
        <Progress value={percent} size="lg" animated aria-label={t`Reading the file`} />
      </Stack>
    </Paper>
  )
}
