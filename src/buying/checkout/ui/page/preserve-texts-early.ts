// Stands in the head of the payment page: a translator may come before the page's own script does.
import { preserveTexts } from '#web/kit/browser/preserve-texts.ts'

preserveTexts()
