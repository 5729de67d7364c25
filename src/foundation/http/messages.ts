/** The default texts of field errors, used by every schema that has no text of its own. */
export const messages = {
  required: 'This field is required',
  min: (characters: number) => `This field must be at least ${characters} characters`,
  max: (characters: number) => `This field must be at most ${characters} characters`,
  email: 'This field must be a valid email',
  url: 'This field must be a valid url',
  uuid: 'This field must be a valid uuid',
  number: 'This field must be a number',
  choice: 'Choose one of the listed values',
} as const
