/** Russian texts for errors in CSV files, by the pattern of the English sentence. */
export const formsOfFilesRu: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [
    /^the first line must be a heading that names the columns? (.+)\.$/,
    (names) => `в первой строке должны быть названия столбцов: ${names.replace(' and ', ', ')}.`,
  ],
  [
    /^the heading names (.+), which is no column\. Known are (.+)\.$/s,
    (name, known) => `столбца ${name} нет. Известны: ${known}.`,
  ],
  [/^the heading names the column (.+) twice\.$/, (name) => `столбец ${name} назван дважды.`],
  [/^the heading does not name column (\d+)\.$/, (number) => `у столбца ${number} нет названия.`],
  [
    /^has (\d+) cells, and the heading (\d+)\. .+$/,
    (cells, names) => `ячеек ${cells}, а столбцов ${names}. Возьмите текст с разделителем в кавычки.`,
  ],
  [/^must be a whole number from (\d+) to (\d+), .+$/, (min, max) => `должно быть целым числом от ${min} до ${max}.`],
  [
    /^must be an amount of at least ([\d.]+), such as .+$/,
    (min) => `должно быть суммой не меньше ${min}, например 1500.25, не больше четырёх знаков после запятой.`,
  ],
  [
    /^must have at most (\d+) characters, without control .+$/,
    (count) => `должно быть не длиннее ${count} символов, без управляющих символов и смены направления текста.`,
  ],
  [/^the report (\d+) stands on line (\d+), too\.$/, (id, line) => `работа ${id} указана и в строке ${line}.`],
]

/** A place in a CSV file. */
export const inFileRu = (line: string, column: string | undefined): string =>
  `строка ${line}${column === undefined ? '' : `, столбец ${column}`}`
