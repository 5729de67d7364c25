import { toast } from 'sonner'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'

/** The browser stores what is at an address as a file; the page stays. Without a name it is the one that the server gives. */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Gives the person a file that the page made. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  saveFrom(address, name)
  // The browser has taken the content by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Asks the server where a file is, and downloads it; `onStarted` is told. */
export function useDownload<Asked = void>(
  askPath: (asked: Asked) => Promise<{ readonly path: string }>,
  onStarted?: () => void,
) {
  return useWrite({
    mutationFn: askPath,
    onSuccess: ({ path }) => {
      saveFrom(path)
      toast.success('The download has started')
      onStarted?.()
    },
    onError: (error) => toast.error(errorMessage(error, 'The server did not respond. Try again.')),
  })
}
