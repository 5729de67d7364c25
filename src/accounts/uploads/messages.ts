import { t } from '#foundation/language/t.ts'
import { maximumUpload } from './contract.ts'
import { sizeText } from './judge/size-text.ts'

/** Texts about uploads, exactly as specified where they are specified. */
export const uploadMessages = {
  notSignedIn: () => t('User must be authenticated to upload files'),
  tooLarge: (name: string, maximum: number = maximumUpload) =>
    t('File {name} is too large. Maximum size is {megabytes}MB', {
      name,
      megabytes: Math.floor(maximum / 1024 / 1024),
    }),
  notSupported: (type: string) => t('File type {type} is not supported', { type }),
  uploadFailed: (name: string, reason?: string) =>
    reason === undefined
      ? t('Failed to upload {name}', { name })
      : t('Failed to upload {name}. {reason}', { name, reason }),
  connectionLost: () => t('The connection was lost. Check it and upload the file again.'),
  unreadable: () => t('We cannot read this file. It may have moved or changed. Choose it again.'),
  endedElsewhere: () =>
    t('It was canceled or finished in another window. Choose it again to upload it here.'),
  tookTooLong: () => t('The upload took too long. Try again with a faster connection.'),
  deleteFailed: (name: string) => t('Failed to delete {name}', { name }),
  uploading: () => t('Uploading in Progress'),
  pictureHint: () => t('PNG, JPG, GIF up to 10MB'),
  heicPicture: (name: string) =>
    t(
      '{name} is a HEIC photo, which many browsers cannot show. Share or export it as JPEG. On an iPhone, you can also set Settings › Camera › Formats › Most Compatible and take the photo again.',
      { name },
    ),
  otherPicture: (name: string) =>
    t('{name} cannot be used as a picture. Save it as PNG, JPG, GIF or WebP.', { name }),
  severalPictures: () => t('Choose one picture at a time'),
  nothingSelected: () => t('Select a file'),
  empty: (name: string) => t('File {name} is empty', { name }),
  unlikeName: (name: string) =>
    t('File {name} does not match its type. Save it again and upload the new file.', { name }),
  activeDrawing: (name: string) =>
    t('{name} contains a script or loads other documents. Export the drawing without them.', { name }),
  pictureRefused: {
    damaged: (name: string) =>
      t('The picture {name} is damaged. Save it again and upload the new file.', { name }),
    pixels: (name: string) => t('The picture {name} is too large. Use at most 100 megapixels.', { name }),
    side: (name: string) =>
      t('The picture {name} is too wide or too high. Use at most 30,000 pixels in width and in height.', {
        name,
      }),
    memory: (name: string) =>
      t(
        'The picture {name} is too complex to open. Make it smaller, or save it as a standard JPEG (not progressive).',
        { name },
      ),
    time: (name: string) =>
      t('The picture {name} takes too long to open. Make it smaller, or save it as a standard JPEG.', {
        name,
      }),
  },
  tooManyFiles: () => t('You have stored 500 files, which is the maximum. Delete some to upload new ones.'),
  storageFull: (most: number) =>
    t('You have used your {size} of storage. Delete some files to upload new ones.', {
      size: sizeText(most),
    }),
  doesNotFit: (name: string, size: number, left: number, most: number) =>
    t(
      'File {name} is {size}, but you have only {left} of your {most} left. Delete some files to make room.',
      { name, size: sizeText(size), left: sizeText(left), most: sizeText(most) },
    ),
  confirmFirst: () =>
    t(
      'Confirm your email address before you upload large files. The link is in the email we sent you when you signed up.',
    ),
  noRoom: (name: string) =>
    t('The server is out of space for {name}. Try again later or contact support.', { name }),
} as const
