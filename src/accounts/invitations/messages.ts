export const invitationMessages = {
  sent: 'Invitation sent',
  sendFailed: 'The invitation could not be sent',
  revoked: 'Invitation taken back',
  revokeFailed: 'The invitation could not be taken back',
  openFailed: 'The invitation can not be opened at the moment. Try again.',
} as const
