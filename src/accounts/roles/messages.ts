export const roleMessages = {
  /** For every required field of a role or permission. */
  required: 'required',
  /** Anyone can sign up with another's address. */
  unconfirmed:
    'This email address is not confirmed and may belong to someone else. Ask the person to open the link in their confirmation email first.',
  nameTaken: 'This name is taken',
  created: 'Role created successfully',
  updated: 'Role updated successfully',
  saveFailed: 'Something went wrong when saving the role',
  deleteFailed: 'Something went wrong when deleting the role',
} as const

export const permissionMessages = {
  created: 'Permission created successfully',
  updated: 'Permission updated successfully',
  saveFailed: 'Something went wrong when saving the permission',
  deleteFailed: 'Something went wrong when deleting the permission',
} as const

export const userMessages = {
  saved: 'Role changed',
  saveFailed: 'Something went wrong when changing the role',
} as const
