/** The messages for a page that checks its fields without a schema; it imports nothing else. */
export const requiredText = 'This field is required'
export const maxText = (characters: number) => `Enter ${characters} characters or fewer`

/** The default field errors, for every schema without its own text. */
export const messages = {
  required: requiredText,
  min: (characters: number) => `Enter at least ${characters} characters`,
  max: maxText,
  email: 'Enter a valid email',
  url: 'Enter a valid URL',
  uuid: 'This field must be a valid uuid',
  number: 'Enter a number',
  wholeNumber: 'Enter a whole number',
  atLeast: (least: number) => `Enter ${least} or more`,
  tooLarge: 'This number is too large',
  tooSmall: 'This number is too small',
  atMost: (most: number) => `Enter ${most} or less`,
  boolean: 'This field must be true or false',
  text: 'This field must be text',
  list: 'This field must be a list',
  fewest: (entries: number) => `This list must have at least ${entries} entries`,
  most: (entries: number) => `This list can have at most ${entries} entries`,
  object: 'This field must be an object',
  time: 'Enter a date and time',
  invalid: 'This value is not valid',
  unknown: (name: string) => `There is no field called "${name}" here`,
  choice: 'Choose one of the listed values',
} as const
