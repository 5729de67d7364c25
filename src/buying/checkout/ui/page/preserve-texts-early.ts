// This script runs in the page's head, because a translation program may run before the page's own script.
import { preserveTexts } from '#web/kit/browser/preserve-texts.ts'

preserveTexts()
