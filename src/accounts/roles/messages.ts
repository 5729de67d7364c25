export const roleMessages = {
  /** Of every field of a role or permission that has to be given. */
  required: 'required',
  /** Anybody can sign up with the address of another. */
  unconfirmed:
    'This address is not confirmed, and may be somebody else’s. Ask the person to follow the link in their confirmation email first.',
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
