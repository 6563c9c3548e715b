import { formsOfFilesRu } from './details-ru-files.ts'

/** Russian texts for field errors: by the exact English sentence, or by its pattern. */
type Form = readonly [pattern: RegExp, translate: (...parts: string[]) => string]

/** Genitive forms, as after "not more than" and "at least": singular or plural. */
const counted = (count: string, one: string, many: string): string =>
  `${count} ${new Intl.PluralRules('ru').select(Number(count)) === 'one' ? one : many}`
const characters = (count: string) => counted(count, 'символа', 'символов')
const items = (count: string) => counted(count, 'элемента', 'элементов')

const types: Readonly<Record<string, string>> = {
  string: 'текстом',
  integer: 'целым числом',
  number: 'числом',
  boolean: 'true или false',
  array: 'списком',
  object: 'объектом',
  null: 'null',
}
const typed = (names: string): string =>
  names
    .split(/ or |,/)
    .map((name) => types[name] ?? name)
    .join(' или ')

const formats: Readonly<Record<string, string>> = {
  'date-time': 'датой и временем, например 2026-01-31T12:00:00Z',
  date: 'датой, например 2026-01-31',
  time: 'временем, например 12:00:00Z',
  email: 'адресом электронной почты',
  uri: 'полным адресом, например https://example.com/page',
  'uri-reference': 'адресом',
  uuid: 'UUID',
  ipv4: 'адресом IPv4',
  ipv6: 'адресом IPv6',
  hostname: 'именем узла',
  regex: 'регулярным выражением',
}
const formatted = (name: string): string => formats[name] ?? `значением вида ${name}`

/** Schema errors: lower case for bodies and queries, capitalized for the details of a type of work. */
export const formsRu: readonly Form[] = [
  ...formsOfFilesRu,
  [/^must be of type (.+)\.$/, (names) => `должно быть ${typed(names)}.`],
  [
    /^is not known to this operation\.(?: Did you mean (.+)\?)?$/,
    (near) => `этой операции не известно.${near ? ` Возможно, ${near}?` : ''}`,
  ],
  [
    /^is not known to this operation: amounts are in (\w+)(?:, not in (\w+))?\.$/,
    (currency, given) =>
      `этой операции не известно: суммы указываются в ${currency}${given ? `, а не в ${given}` : ''}.`,
  ],
  [
    /^has bits beyond its length\. Did you mean (.+)\?$/,
    (network) => `задаёт биты за пределами маски. Возможно, ${network}?`,
  ],
  [/^must have a length of 0 to (\d+)\.$/, (most) => `длина маски должна быть от 0 до ${most}.`],
  [/^must have at most (\d+) networks\.$/, (most) => `должно быть не больше ${most} сетей.`],
  [/^must have at most (\d+) characters?\.$/, (count) => `должно быть не длиннее ${characters(count)}.`],
  [/^must have at least (\d+) characters?\.$/, (count) => `должно быть не короче ${characters(count)}.`],
  [/^must have (\d+) to (\d+) characters\.$/, (least, most) => `должно быть от ${least} до ${characters(most)}.`],
  [
    /^can be new (\d+) times a year\. .+$/,
    (count) => `новое имя можно выбрать ${counted(count, 'раз', 'раза')} в год. Можно вернуться к одному из прежних.`,
  ],
  [/^must be at most ([-\d.]+)\.$/, (limit) => `должно быть не больше ${limit}.`],
  [/^must be at least ([-\d.]+)\.$/, (limit) => `должно быть не меньше ${limit}.`],
  [/^must be more than ([-\d.]+)\.$/, (limit) => `должно быть больше ${limit}.`],
  [
    /^must be more than ([-\d.]+) and at most ([-\d.]+)\.$/,
    (min, max) => `должно быть больше ${min} и не больше ${max}.`,
  ],
  [/^must have at most (\d+) items?\.$/, (count) => `должно быть не больше ${items(count)}.`],
  [/^must have at least (\d+) items?\.$/, (count) => `должно быть не меньше ${items(count)}.`],
  [/^must have at most (\d+) members\.$/, (count) => `должно быть не больше ${items(count)}.`],
  [
    /^must have at most (\d+) bytes(?: as JSON)?\.$/,
    (count) => `должно быть не больше ${counted(count, 'байта', 'байт')}.`,
  ],
  [
    /^must nest at most (\d+) levels\.$/,
    (count) => `должно быть не больше ${counted(count, 'уровня', 'уровней')} вложенности.`,
  ],
  [/^must not contain (U\+\w+), a control character\.$/, (name) => `нельзя использовать управляющий символ ${name}.`],
  [
    /^must not contain (U\+\w+), a sign that turns the direction of text\.$/,
    (name) => `нельзя использовать символ ${name}, который меняет направление текста.`,
  ],
  [
    /^must have a visible character; it begins with (U\+\w+), which shows nothing\.$/,
    (name) => `нужен хотя бы один видимый символ; первый символ, ${name}, ничего не показывает.`,
  ],
  [/^must be one of (.+)\.$/s, (values) => `должно быть одним из: ${values}.`],
  [/^must be among (.+), not (.+)\.$/s, (known, given) => `должно быть из списка: ${known}; а не ${given}.`],
  [/^must be a valid (.+)\.$/, (format) => `должно быть ${formatted(format)}.`],
  [/^must match (?!a schema|exactly)(.+)\.$/s, (pattern) => `должно подходить под образец ${pattern}.`],
  [/^must be at most (\d+) at this price\.$/, (limit) => `при этой цене должно быть не больше ${limit}.`],
  [
    /^must be of somebody who is (\d+) to (\d+) years old\.$/,
    (min, max) => `возраст должен быть от ${min} до ${max} лет.`,
  ],
  [
    /^must be at most (\d+): a reservation is extended .+\.$/,
    (most) => `должно быть не больше ${most}: бронь продлевают не дольше, чем её брали.`,
  ],
  [/^is required for the method (.+)\.$/, (method) => `нужно для способа ${method}.`],
  [/^is not supported by the method (.+)\.$/, (method) => `не нужно для способа ${method}.`],
  [
    /^Must be (string|integer|number|boolean|array|object|null)((?:,\w+)*)\.$/,
    (one, more) => `Должно быть ${typed(one + more)}.`,
  ],
  [/^Must NOT have fewer than (\d+) characters\.$/, (count) => `Должно быть не короче ${characters(count)}.`],
  [/^Must NOT have more than (\d+) characters\.$/, (count) => `Должно быть не длиннее ${characters(count)}.`],
  [/^Must NOT have fewer than (\d+) items\.$/, (count) => `Должно быть не меньше ${items(count)}.`],
  [/^Must NOT have more than (\d+) items\.$/, (count) => `Должно быть не больше ${items(count)}.`],
  [/^Must NOT have duplicate items.*\.$/, () => 'Элементы не должны повторяться.'],
  [/^Must be <= ([-\d.e+]+)\.$/, (limit) => `Должно быть не больше ${limit}.`],
  [/^Must be >= ([-\d.e+]+)\.$/, (limit) => `Должно быть не меньше ${limit}.`],
  [/^Must be < ([-\d.e+]+)\.$/, (limit) => `Должно быть меньше ${limit}.`],
  [/^Must be > ([-\d.e+]+)\.$/, (limit) => `Должно быть больше ${limit}.`],
  [/^Must be multiple of ([\d.e+-]+)\.$/, (step) => `Должно делиться на ${step}.`],
  [/^Must match format "(.+)"\.$/, (format) => `Должно быть ${formatted(format)}.`],
  [/^Must match pattern "(.+)"\.$/s, (pattern) => `Должно подходить под образец ${pattern}.`],
  [/^Must be one of (\[.+\])\.$/s, (values) => `Должно быть одним из: ${values}.`],
  [
    /^must match (?:a|exactly one) schema in \w+\.$/,
    () => 'не подходит ни под один из видов, которые здесь можно указать.',
  ],
  [
    /^Must match (?:a|exactly one) schema in \w+\.$/,
    () => 'Не подходит ни под один из видов, которые здесь можно указать.',
  ],
  [
    /^must be harder to guess: a text of the right shape matches with a chance of 1 in ([\d,]+), .+$/,
    (texts) =>
      `слишком легко угадать: подходит один текст такого вида из ${texts}, а нужно не больше одного из 1,000,000. Добавьте постоянные буквы и цифры, например K7QX2M-[0-9]{4}, или задайте список одноразовых кодов.`,
  ],
  [
    /^must be harder to guess: a text of the right shape is one of them with a chance of 1 in ([\d,]+), .+$/,
    (texts) =>
      `слишком легко угадать: один из ${texts} текстов такого вида подходит, а нужно не больше одного из 1,000,000. Возьмите более длинные коды из случайных букв и цифр или создайте их здесь.`,
  ],
  [
    /^code (\d+) must have 1 to (\d+) visible characters, .+$/,
    (place, most) => `код № ${place}: нужно от 1 до ${most} видимых символов, не только пробелы и дефисы.`,
  ],
  [
    /^must have 1 to (\d+) visible characters, .+$/,
    (most) => `нужно от 1 до ${most} видимых символов, не только пробелы и дефисы.`,
  ],
  [/^must have 1 to (\d+) lines with a code\.$/, (most) => `должно быть от 1 до ${most} строк с кодом.`],
  [
    /^must compile to at most (\d+) instructions: .+$/,
    (most) => `слишком сложно: можно не больше ${counted(most, 'шага', 'шагов')}. Уменьшите повторения.`,
  ],
]

/** Sentences without numbers. */
export const sentencesRu: Readonly<Record<string, string>> = {
  'is required.': 'нужно заполнить.',
  'must be true or false.': 'должно быть да или нет (true или false).',
  'must have a line with an action.': 'нужна хотя бы одна строка с действием.',
  'has characters that were lost because the file is not UTF-8. Save it as UTF-8.':
    'символы потеряны, потому что файл не в UTF-8. Сохраните его в UTF-8.',
  'a quote is in the wrong place, or is never closed.': 'кавычка стоит не на месте или не закрыта.',
  'a quote is never closed, or a line is too long.': 'кавычка не закрыта, или строка слишком длинная.',
  'is possible with codes or csv only.': 'можно только вместе с codes или csv.',
  'must consist of letters, digits, and single spaces, hyphens, apostrophes or underscores between them.':
    'можно использовать буквы, цифры и одиночные пробелы, дефисы, апострофы или подчёркивания между ними.',
  'must not mix alphabets, such as Latin and Cyrillic letters.':
    'нельзя смешивать алфавиты, например латиницу и кириллицу.',
  'must not look like an operator, the marketplace or an executor number.':
    'имя не должно быть похоже на имя оператора, площадки или на номер исполнителя.',
  'is taken. Choose another one.': 'уже занято. Выберите другое.',
  'was removed by an operator. Choose another one.': 'удалено оператором. Выберите другое.',
  'is wrong.': 'неверно.',
  'must not repeat an item.': 'элементы не должны повторяться.',
  'must not repeat an id.': 'не должно повторяться.',
  'must not repeat a type.': 'виды не должны повторяться.',
  'must be an address or a network such as 203.0.113.0/24 or 2001:db8::/32.':
    'должно быть адресом или сетью, например 203.0.113.0/24 или 2001:db8::/32.',
  'must be written as IPv4: the addresses in it are addresses of IPv4.': 'нужно записать как IPv4.',
  'is named twice.': 'названо дважды.',
  'must be * or entity tags in double quotes, such as "4", "5"; at most 1000 characters.':
    'должно быть * или метками версий в двойных кавычках, например "4", "5"; не длиннее 1000 символов.',
  'is not supported here: this has no version. Leave it out.':
    'здесь не действует: у этого нет версии. Уберите заголовок.',
  'Is missing.': 'Нужно заполнить.',
  'Is not a member that this task type knows.': 'Этого в таком виде работы нет.',
  'must not be empty; leave it out instead.': 'не должно быть пустым: лучше не указывайте его.',
  'is not the id of a price.': 'это не номер цены.',
  'is not a price that can be ordered now.': 'этого сейчас нельзя заказать.',
  'is not an own list.': 'это не ваш список.',
  'is not for tasks of this price.': 'это не для заданий с такой ценой.',
  'is not a country id (ISO 3166-1 numeric).': 'это не номер страны (ISO 3166-1).',
  'is not the id of an executor who has worked for you.': 'это не номер исполнителя, который на вас работал.',
  'is required, or csv, or generate; one of the three.': 'нужно указать codes, csv или generate — что-то одно.',
  'must be a regular expression of characters, classes, groups, alternatives and repetitions, without references back and looking around.':
    'должно быть регулярным выражением из знаков, классов, групп, вариантов и повторений, без обратных ссылок и просмотра вперёд и назад.',
  'is required: a share of accepted work from 0 to 1.': 'нужно указать долю принятых работ от 0 до 1.',
  'must be Unicode text without the NUL character or lone surrogates.': 'должно быть текстом Unicode без знака NUL.',
  'must be Unicode text without the NUL character.': 'должно быть текстом Unicode без знака NUL.',
  'must be a date such as 2026-01-31 or a date-time with its zone such as 2026-01-31T12:00:00Z.':
    'должно быть датой, например 2026-01-31, или датой и временем с часовым поясом, например 2026-01-31T12:00:00Z.',
  'must be a date-time with its zone such as 2026-01-31T12:00:00Z.':
    'должно быть датой и временем с часовым поясом, например 2026-01-31T12:00:00Z.',
  'must be a day such as 1990-01-31.': 'должно быть датой, например 1990-01-31.',
  'must be a language tag (BCP 47) such as en or pt-BR.': 'должно быть обозначением языка, например en или pt-BR.',
  'must be a language tag such as en or pt-BR.': 'должно быть обозначением языка, например en или pt-BR.',
  'must be named by a language tag.': 'должно называться обозначением языка.',
  'must be a time that is still ahead.': 'это время уже прошло.',
  'must be in the future.': 'это время уже прошло.',
  'must be later than startsAtUtc.': 'должно быть позже начала.',
  'must not be earlier than from.': 'должно быть не раньше начала.',
  'must not be before from.': 'должно быть не раньше начала.',
  'must not be less than minAge.': 'должно быть не меньше наименьшего возраста.',
  'must be an ISO 3166-1 numeric code such as 840.': 'должно быть номером страны (ISO 3166-1), например 840.',
  'must be an e-mail address.': 'должно быть адресом электронной почты.',
  'must be an http or https URL.': 'должно быть адресом http или https.',
  'must be a URL such as https://example.com/hooks.': 'должно быть полным адресом, например https://example.com/hooks.',
  'must begin with https://.': 'должно начинаться с https://.',
  'must not contain a user name or a password.': 'не должно содержать имя пользователя или пароль.',
  'must not have a fragment (#…): it would never be sent.':
    'не должно содержать фрагмент (#…): он никогда не отправляется.',
  'must use port 443 or 8443.': 'порт должен быть 443 или 8443.',
  'must name a public host.': 'должно указывать на общедоступный узел.',
  'must not lead to a private or reserved address.': 'не должно вести на частный или зарезервированный адрес.',
  'must be an IBAN; its length or check digits do not fit its country.':
    'должно быть номером IBAN: длина или контрольные цифры не подходят стране.',
  'is required, because others use this payout account: say why it is right.':
    'нужна: этот счёт используют и другие. Объясните, почему это правильно.',
  'must be another list than allowListId.': 'должно отличаться от списка приглашённых.',
  'must not exceed the rest of the deposit.': 'должно быть не больше остатка пополнения.',
  'must be ids of add-ons that can be ordered now.': 'должны быть номера услуг, которые сейчас можно заказать.',
  'must have at most four fraction digits.': 'должно быть не больше четырёх знаков после запятой.',
  'must name at least one kind of event.': 'нужно назвать хотя бы один вид событий.',
  'must name at least one proof; proofUrl will do for one.': 'нужно хотя бы одно подтверждение.',
  'must be true: this kind always appears in the console.': 'об этом в консоли сообщается всегда.',
  'must be true: this kind is always e-mailed.': 'об этом по почте сообщается всегда.',
  'is empty.': 'пусто.',
  'would bring the balance above a hundred billion.': 'баланс превысил бы сто миллиардов.',
}
