/** Matches the code and the styles of these components of Mantine. */
const componentsOf = (names: string): string =>
  `@mantine/core/(?:esm/components/(?:${names})/|styles/(?:${names})[.]layer)`

/** Small modules that most pages need, with what they import. */
const basics = [
  componentsOf('Accordion|Card|ComboboxChevron|FloatingIndicator|InlineInput|Input|InputBase|NativeSelect|Paper'),
  componentsOf('PasswordInput|Portal|Progress|SegmentedControl|SimpleGrid|Switch|TextInput'),
  '@mantine/hooks|@mantine/core/esm/(?:core|utils/InlineInput)/',
  'console/ui/(?:first-steps|labels|lists/pagination|persisted|record-number|status|status-label|tile|user-text)[.]tsx?$',
  '/(?:own-balance|own-earnings|type-icon)[.]tsx?$|@tanstack/react-query/|lucide-react/',
  'console/ui/(?:markdown/markdown|schema/(?:names|schema))[.]tsx?$',
]

/** Modules that are mostly used together. */
const parts = {
  amounts: ['console/ui/input/accepted-forms|cli/src/input/amount'],
  choices: [
    componentsOf('Combobox|Menu|MultiSelect|Pill|PillsInput|Popover|Select'),
    '@mantine/core/esm/utils/Floating',
  ],
  dialogs: [componentsOf('FocusTrap|Modal|ModalBase|Overlay|ScrollArea'), '@floating-ui|console/ui/action-button'],
  forms: [componentsOf('Checkbox|Radio|Textarea'), '@mantine/form|klona|fast-deep-equal|console/ui/persisted-form'],
  lists: ['@tanstack/(?:react-)?table|console/ui/lists/'],
  numbers: ['console/ui/input/(?!accepted-forms|choice-fields|read-choices)|cli/src/input/(?!amount)'],
  'sign-in': ['console/accounts/sign-in/(?:calls|password-field|sign-in|sign-out|target)'],
  tables: [componentsOf('Table'), 'console/ui/scroll-table'],
  work: [componentsOf('Kbd|Tooltip'), 'console/executions/[^/]+$|console/ui/(?:queue|undo|shortcuts|schema/answers)'],
}

/** Few and large chunks: each request costs a round trip, and small files compress badly. */
export const codeSplitting = {
  groups: [
    { name: 'initial', tags: ['$initial' as const], priority: 3 },
    { name: 'basics', test: new RegExp(basics.join('|')), priority: 2 },
    ...Object.entries(parts).map(([name, patterns]) => ({
      name,
      test: new RegExp(patterns.join('|')),
      priority: 1,
      includeDependenciesRecursively: false,
    })),
    { name: 'styles', test: /@mantine\/(?:core|notifications)\/.*\.layer\.css$/ },
  ],
}
