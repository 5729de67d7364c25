import { t } from '#foundation/language/t.ts'

// The error messages for fields. A page without schemas imports only the first two exports.

export const requiredText = () => t('This field is required')
export const maxText = (characters: number) =>
  t('Enter {characters, plural, one {# character} other {# characters}} or fewer', { characters })

/** The default error messages for fields whose schema has no text of its own. */
export const messages = {
  required: requiredText,
  min: (characters: number) =>
    t('Enter at least {characters, plural, one {# character} other {# characters}}', { characters }),
  max: maxText,
  email: () => t('Enter a valid email'),
  url: () => t('Enter a valid URL'),
  uuid: () => t('This field must be a valid uuid'),
  number: () => t('Enter a number'),
  wholeNumber: () => t('Enter a whole number'),
  atLeast: (least: number) => t('Enter {least} or more', { least }),
  tooLarge: () => t('This number is too large'),
  tooSmall: () => t('This number is too small'),
  atMost: (most: number) => t('Enter {most} or less', { most }),
  boolean: () => t('This field must be true or false'),
  text: () => t('This field must be text'),
  list: () => t('This field must be a list'),
  fewest: (entries: number) =>
    t('This list must have at least {entries, plural, one {# entry} other {# entries}}', { entries }),
  most: (entries: number) =>
    t('This list can have at most {entries, plural, one {# entry} other {# entries}}', { entries }),
  object: () => t('This field must be an object'),
  time: () => t('Enter a date and time'),
  invalid: () => t('This value is not valid'),
  unknown: (name: string) => t('There is no field called "{name}" here', { name }),
  choice: () => t('Choose one of the listed values'),
} as const
