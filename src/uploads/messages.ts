/** The texts of uploads, each exactly as specified. */
export const uploadMessages = {
  tooLarge: (name: string, megabytes: number) => `File ${name} is too large. Maximum size is ${megabytes}MB`,
  unsupportedType: (type: string) => `File type ${type} is not supported`,
  notSignedIn: 'User must be authenticated to upload files',
  noFile: 'Select a file to upload',
  uploadFailed: (name: string) => `Failed to upload ${name}`,
  deleteFailed: (name: string) => `Failed to delete ${name}`,
  uploading: 'Uploading in Progress',
  pictureHint: 'PNG, JPG, GIF up to 10MB',
} as const
