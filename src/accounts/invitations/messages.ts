export const invitationMessages = {
  sent: 'Invitation sent',
  sendFailed: 'The invitation could not be sent',
  revoked: 'Invitation revoked',
  revokeFailed: 'The invitation could not be revoked',
  openFailed: 'The invitation could not be opened. Try again.',
} as const
