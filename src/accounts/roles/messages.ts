export const roleMessages = {
  /** Of every field of a role or permission that has to be given. */
  required: 'required',
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
