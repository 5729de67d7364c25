export const teamMessages = {
  changed: 'Role changed',
  changeFailed: 'The role could not be changed',
  removed: (name: string) => `${name} is no longer in the team`,
  removeFailed: 'The member could not be removed',
  leaveFailed: 'You could not leave the team',
  transferred: 'The shop has a new owner',
  takeBackFailed: 'That did not work. Try again.',
  transferFailed: 'The shop could not be handed over',
} as const
