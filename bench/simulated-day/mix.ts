/*
 * The mix of requests of the simulated day. No real marketplace was observed: each number is an assumption with a reason. The
 * day, the measured costs and the model in docs/scaling.md depend on them.
 */

type Choice = { readonly value: number; readonly why: string }

const choice = (value: number, why: string): Choice => ({ value, why })

/** Visits per submitted execution. */
export const visits = {
  look: choice(5, 'Most who look take nothing: with `work`, 15 lists and 6 details for each execution'),
  work: choice(0.9, 'One execution each where all goes well; races bring the others'),
  cancel: choice(0.2, 'One in six reservations is given back'),
  race: choice(0.02, 'One offer in fifty is wanted by many more than there are slots'),
  create: choice(0.1, 'Ten slots for each offer'),
  pay: choice(0.005, 'One deposit for twenty offers'),
  review: choice(0.1, 'Ten reports for each time that an advertiser reviews'),
  poll: choice(1, 'A thousand integrators that ask once a minute are 1.4 for each of a million executions'),
  idle: choice(
    5,
    'An open page of the console asks for notifications and reservations once a minute each: five minutes of two pages',
  ),
} as const satisfies Readonly<Record<string, Choice>>
export type VisitKind = keyof typeof visits

/** Behaviour during a visit, as shares or numbers. */
export const habits = {
  filters: choice(0.5, 'Half of all visits narrow the list'),
  searches: choice(0.3, 'Fewer type words'),
  turnsPage: choice(0.7, 'The first page is rarely enough'),
  opens: choice(1, 'Details for each visit that only looks'),
  takesFromFirstPage: choice(0.3, 'The others find theirs by filters and search, anywhere in the list'),
  triesMost: choice(3, 'Who finds all slots taken opens another offer, so often at most'),
  racers: choice(20, 'Executors who ask for one hot offer within a second'),
  racedSlots: choice(5, 'Slots of a hot offer'),
  looksBack: choice(0.5, 'Half of those who submitted look at their list of work'),
  bulk: choice(0.5, 'Half of the reviews decide by one request, the others one by one'),
  bulkMost: choice(50, 'Reports on the page that is decided'),
  singlyMost: choice(10, 'Reports that one person decides in a row'),
  rejected: choice(0.05, 'As in docs/performance.md'),
  thinkMs: choice(400, 'Between two requests of a visit, on average: not compressed, or a visit would be one moment'),
  subscribed: choice(1, 'Every advertiser has an endpoint for what is submitted, decided, created and completed'),
} as const satisfies Readonly<Record<string, Choice>>

/** Load per hour relative to the average: users in neighbouring time zones, most active in the evening. */
export const hours: readonly number[] = [
  0.35, 0.25, 0.2, 0.2, 0.25, 0.4, 0.65, 0.9, 1.1, 1.2, 1.25, 1.3, 1.35, 1.3, 1.25, 1.25, 1.3, 1.4, 1.6, 1.8, 1.9, 1.7,
  1.2, 0.7,
]
