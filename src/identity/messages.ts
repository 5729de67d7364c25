/** The texts of the profile's toasts. */
export const profileMessages = {
  edited: 'User edited successfully',
  editFailed: 'Something went wrong when editing user',
} as const
