import { t } from '#foundation/language/t.ts'

export const roleMessages = {
  /** The message for any missing field of a role or permission. */
  required: () => t('required'),
  /** This check is needed because anyone can sign up with someone else's address. */
  unconfirmed: () =>
    t(
      'This email address is not confirmed and may belong to someone else. Ask the person to open the link in their confirmation email first.',
    ),
  nameTaken: () => t('This name is taken'),
  created: () => t('Role created successfully'),
  updated: () => t('Role updated successfully'),
  saveFailed: () => t('Something went wrong when saving the role'),
  deleteFailed: () => t('Something went wrong when deleting the role'),
} as const

export const permissionMessages = {
  created: () => t('Permission created successfully'),
  updated: () => t('Permission updated successfully'),
  saveFailed: () => t('Something went wrong when saving the permission'),
  deleteFailed: () => t('Something went wrong when deleting the permission'),
} as const

export const userMessages = {
  saved: () => t('Role changed'),
  saveFailed: () => t('Something went wrong when changing the role'),
} as const
