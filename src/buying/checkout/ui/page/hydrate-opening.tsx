import './page.css'
import { OpeningPage } from './opening-page.tsx'
import { startPage } from './start-page.tsx'

startPage(OpeningPage)
