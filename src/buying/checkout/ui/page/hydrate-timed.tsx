import './page.css'
import { startPage } from './start-page.tsx'
import { TimedPage } from './timed-page.tsx'

startPage(TimedPage)
