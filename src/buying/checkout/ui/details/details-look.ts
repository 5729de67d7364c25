export const detailsLook = 'grid min-w-0 content-start gap-5'
