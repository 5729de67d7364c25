/** What an editor cannot save, by field: found before anything is sent, or said of fields that it has elsewhere. */
export class WrongFields extends Error {
  readonly errors: Readonly<Record<string, string>>

  constructor(errors: Readonly<Record<string, string>>, options?: ErrorOptions) {
    super(Object.values(errors)[0] ?? 'Check the marked fields', options)
    this.errors = errors
  }
}
