import { t } from '#foundation/language/t.ts'

export const invitationMessages = {
  sent: () => t('Invitation sent'),
  sendFailed: () => t('The invitation could not be sent'),
  revoked: () => t('Invitation revoked'),
  revokeFailed: () => t('The invitation could not be revoked'),
  openFailed: () => t('The invitation could not be opened. Try again.'),
} as const
