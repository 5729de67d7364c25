import { t } from '#foundation/language/t.ts'

export const teamMessages = {
  changed: () => t('Role changed'),
  changeFailed: () => t('The role could not be changed'),
  removed: (name: string) => t('{name} is no longer on the team', { name }),
  removeFailed: () => t('The member could not be removed'),
  leaveFailed: () => t('You could not leave the team'),
  transferred: () => t('The shop has a new owner'),
  takeBackFailed: () => t('The shop could not be taken back. Try again.'),
  transferFailed: () => t('Ownership could not be transferred'),
} as const
