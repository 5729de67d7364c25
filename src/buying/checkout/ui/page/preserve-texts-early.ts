// In the head of the payment page: a translator may run before the page's own script.
import { preserveTexts } from '#web/kit/browser/preserve-texts.ts'

preserveTexts()
