import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'

/** Downloads a URL as a file while the page stays open. Without a name, the file has the server's name. */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Downloads a file that the page has made. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  saveFrom(address, name)
  // By then, the browser has read the file's content.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Requests a file's URL from the server and downloads it, then calls `onStarted`. */
export function useDownload<Asked = void>(
  askPath: (asked: Asked) => Promise<{ readonly path: string }>,
  onStarted?: () => void,
) {
  return useWrite({
    mutationFn: askPath,
    onSuccess: ({ path }) => {
      saveFrom(path)
      toast.success(t('The download has started'))
      onStarted?.()
    },
    onError: (error) => toast.error(errorMessage(error, t('The server did not respond. Try again.'))),
  })
}
