/** What is said around deleting, each text exactly as specified. */
export const deleteMessages = {
  deleted: (title: string) => `${title} Deleted successfully`,
  question: (name: string) => `Are you sure you want to delete ${name}. This action cannot be undone..`,
} as const
