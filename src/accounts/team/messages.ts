import { t } from '#foundation/language/t.ts'
export const teamMessages = {
  changed: 'Role changed',
  changeFailed: 'The role could not be changed',
  removed: (name: string) => t('{name} is no longer on the team', { name }),
  removeFailed: 'The member could not be removed',
  leaveFailed: 'The team could not be left',
  transferred: 'The shop has a new owner',
  takeBackFailed: 'The shop could not be taken back. Try again.',
  transferFailed: 'Ownership could not be transferred',
} as const
