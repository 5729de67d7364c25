import { toast } from 'sonner'
import { errorMessage } from '../feedback/error-message.ts'
import { saveFrom } from './save-file.ts'
import { useWrite } from '../form/use-write.ts'

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
