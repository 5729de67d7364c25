/** Texts of the form screens; those of links, creating and updating are verbatim from the specification. */
export const formMessages = {
  created: 'form created successfully',
  updated: 'form updated successfully',
  createFailed: 'Something went wrong when creating form',
  updateFailed: 'Something went wrong when updating form',
  notSaved: 'Nothing was saved. What you typed is still here.',
  paused: 'Sales paused',
  resumed: 'Sales resumed',
  deleteFailed: 'Something went wrong when deleting form',
  shortLinkCopied: 'Short link copied to your clipboard!',
  embedCodeCopied: 'Embed code copied to your clipboard!',
  embedCodeCopyFailed: 'Failed to copy embed code to clipboard!',
  shortLinkCopyFailed: 'Failed to copy short link to clipboard!',
} as const
