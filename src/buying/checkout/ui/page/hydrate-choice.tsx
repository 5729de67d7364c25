import './page.css'
import { ChoicePage } from './choice-page.tsx'
import { startPage } from './start-page.tsx'

startPage(ChoicePage)
