/** The texts that the form screens show, each exactly as specified. */
export const formMessages = {
  created: 'form created successfully',
  updated: 'form updated successfully',
  deleted: (title: string) => `${title} Deleted successfully`,
  deleteQuestion: (name: string) => `Are you sure you want to delete ${name}. This action cannot be undone..`,
  createFailed: 'Something went wrong when creating form',
  updateFailed: 'Something went wrong when updating form',
  deleteFailed: 'Something went wrong when deleting form',
  linkCopied: 'Link Copied to your clipboard!',
  linkCopyFailed: 'Faild to copy Linkto your clipboard!',
} as const
