type Texts = readonly (string | null)[]

/** Makes a row of the texts that the server sends for its columns. */
export type ReadRow = (texts: Texts) => Record<string, unknown>

/** A column by its name, and what makes its value of a text; undefined: the text is the value. */
export type ReadColumn = { readonly name: string; readonly read: ((text: string) => unknown) | undefined }

/**
 * Writes a program that makes rows of these columns, whose names are those of our own statements. Objects that are filled
 * name by name, of names that are known only then, take several times as long, and again whenever such a row is copied.
 */
export function readRowOf(columns: readonly ReadColumn[]): ReadRow {
  const fields = columns.map(({ name, read }, at) => {
    const text = `texts[${at}]`
    return `${JSON.stringify(name)}: ${read === undefined ? text : `${text} === null ? null : reads[${at}](${text})`}`
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- the same for a statement as long as it is kept; names are quoted
  const write = new Function('reads', `return (texts) => ({ ${fields.join(', ')} })`)
  const made: unknown = Reflect.apply(write, undefined, [columns.map(({ read }) => read)])
  if (!isReadRow(made)) throw new TypeError('A program that makes rows was to be written')
  return made
}

function isReadRow(made: unknown): made is ReadRow {
  return typeof made === 'function'
}
