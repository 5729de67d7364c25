// Drives WebKit through WebKitGTK's WebDriver on a virtual display.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, By, Key, WebElement, error } from 'selenium-webdriver'
import type { WebDriver } from 'selenium-webdriver'
import { z } from 'zod'
import { freePort } from '#foundation/process/test-free-port.ts'
import { findBarriersInPage, readAxe } from './barriers.ts'
import { findInPage, notLoaded, readQueries, toSend } from './find-in-page.ts'
import { placeOfFocus } from './focus-in-page.ts'
import type { Engine, Found, Key as KeyName, Size, Tab, Target } from './tab.ts'

const keys: Readonly<Record<Exclude<KeyName, 'Shift+Tab'>, string>> = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Space: Key.SPACE,
  ArrowDown: Key.ARROW_DOWN,
  Escape: Key.ESCAPE,
}

const places = z.enum(['here', 'out of sight', 'in its group', 'before', 'after'])

const scriptMs = 30_000
/**
 * When a page moves to another process, such as from the app to a payment page or a bank's page, a running query
 * never gets a response.
 */
const answerMs = 10_000
const commitMs = 60_000
const sessionMs = 60_000

export async function startWebKit([
  driver = '',
  display = '',
  setpriv = '',
]: readonly string[]): Promise<Engine> {
  const screen = await startDisplay([setpriv, display])
  const queries = await readQueries()
  let server = await startDriver([setpriv, driver], screen.name)
  return {
    newTab: async (size) => {
      let browser = await startSession(server.address, size)
      if (browser === undefined) {
        await end(server.process)
        server = await startDriver([setpriv, driver], screen.name)
        browser = await startSession(server.address, size)
      }
      if (browser === undefined) throw new Error('WebKit does not start')
      return tabOf(browser, queries)
    },
    stop: async () => {
      await end(server.process)
      await end(screen.process)
    },
  }
}

async function startDriver(program: Leashed, screen: string) {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const driver = start(program, [`--port=${port}`], { DISPLAY: screen })
  await untilListening(address, driver)
  return { process: driver, address }
}

/** Returns undefined if the driver does not respond, which sometimes happens. A new driver can still work. */
async function startSession(address: string, { width, height }: Size): Promise<WebDriver | undefined> {
  const begin = async () => {
    const browser = await new Builder()
      .usingServer(address)
      // Flows wait for what they expect to see, and can leave pages that are still loading.
      .withCapabilities({ browserName: 'MiniBrowser', pageLoadStrategy: 'none' })
      .build()
    // The browser window's own controls take up some height.
    await browser
      .manage()
      .window()
      .setRect({ x: 0, y: 0, width, height: height + 80 })
    await browser.manage().setTimeouts({ script: scriptMs })
    return browser
  }
  const session = begin()
  // An abandoned session ends with its driver.
  session.catch(() => undefined)
  return Promise.race([session, sleep(sessionMs, undefined, { ref: false })])
}

/** Wraps a program with the helper that stops it when its parent process ends. */
type Leashed = readonly [setpriv: string, program: string]

/** Starts a program that always ends with this process. Its file descriptor 3 is readable. */
function start([setpriv, program]: Leashed, args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(setpriv, ['--pdeathsig', 'KILL', program, ...args], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Starts a virtual display with the first free number. */
async function startDisplay(program: Leashed): Promise<{ name: string; process: ChildProcess }> {
  const child = start(program, ['-displayfd', '3', '-screen', '0', '1280x960x24', '-nolisten', 'tcp'])
  const answer = child.stdio[3]
  if (!(answer instanceof Readable)) throw new Error('The display has nothing to answer by')
  const [number] = z.tuple([z.instanceof(Buffer)]).parse(await once(answer, 'data'))
  return { name: `:${number.toString().trim()}`, process: child }
}

async function untilListening(address: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null && server.signalCode === null) {
    const answer = await fetch(`${address}/status`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error('The driver of WebKit did not start')
}

function tabOf(browser: WebDriver, queries: string): Tab {
  return {
    open: async (address) => {
      await browser.switchTo().defaultContent()
      await answerTo(browser.executeScript('window.isLeft = true'))
      await browser.get(address)
      await untilLeft(browser)
    },
    address: async () => browser.getCurrentUrl(),
    find: async (target, use) => {
      const find = async (isGivenUp = () => false) =>
        (await enterFrame(browser, target, isGivenUp)) ?? findElement(browser, target, use, queries)
      let isGivenUp = false
      const found = await answerTo(find(() => isGivenUp))
      isGivenUp = true
      if (found === undefined) return 'the page does not answer'
      return typeof found === 'string' ? found : handleOf(browser, found, find)
    },
    placeOfFrame: async (title) => {
      await browser.switchTo().defaultContent()
      const [frame] = await browser.findElements(By.css(`iframe[title$="${title}"]`))
      return frame === undefined ? 'missing' : places.parse(await browser.executeScript(placeOfFocus, frame))
    },
    pressKey: async (key) => {
      const actions = browser.actions()
      await (
        key === 'Shift+Tab'
          ? actions.keyDown(Key.SHIFT).sendKeys(Key.TAB).keyUp(Key.SHIFT)
          : actions.sendKeys(keys[key])
      ).perform()
    },
    writeOver: async (text) => {
      await browser.actions().keyDown(Key.CONTROL).sendKeys('a').keyUp(Key.CONTROL).perform()
      await browser.actions().sendKeys(text).perform()
    },
    barriers: async () => {
      await browser.switchTo().defaultContent()
      await browser.executeScript(await readAxe())
      return z.array(z.string()).parse(await browser.executeScript(findBarriersInPage))
    },
    width: async () => z.number().parse(await browser.executeScript('return window.innerWidth')),
    // The driver does not report page errors.
    errors: () => [],
    screenshot: async () => Buffer.from(await browser.takeScreenshot(), 'base64'),
    close: async () => browser.quit(),
  }
}

/** The page's response, or undefined if none arrives in time. */
async function answerTo<T>(asked: Promise<T>): Promise<T | undefined> {
  asked.catch(() => undefined)
  return Promise.race([asked, sleep(answerMs, undefined, { ref: false })])
}

/** Waits until the old page is gone. The driver responds earlier, and the next commands would run in the old page. */
async function untilLeft(browser: WebDriver): Promise<void> {
  const deadline = Date.now() + commitMs
  while (Date.now() < deadline) {
    const isLeft = await answerTo(
      // Querying a page that is being left can fail.
      browser.executeScript('return window.isLeft !== true').catch(() => false),
    )
    if (isLeft === true) return
    await sleep(20)
  }
  throw new Error('The page does not come')
}

/** Returns what is missing, or undefined if nothing is. A search that has been abandoned enters no further frames. */
async function enterFrame(
  browser: WebDriver,
  { within = [] }: Target,
  isGivenUp: () => boolean,
): Promise<string | undefined> {
  await browser.switchTo().defaultContent()
  for (const title of within) {
    const [frame] = await browser.findElements(By.css(`iframe[title$="${title}"]`))
    if (frame === undefined) return `there is no frame "${title}"`
    if (isGivenUp()) return 'it took too long'
    await browser.switchTo().frame(frame)
  }
  return undefined
}

async function findElement(
  browser: WebDriver,
  target: Target,
  use: 'see' | 'press' | 'attach',
  queries: string,
): Promise<WebElement | string> {
  const found: unknown = await browser.executeScript(findInPage, toSend(target), use)
  if (found instanceof WebElement) return found
  if (found !== notLoaded) return String(found)
  await browser.executeScript(queries)
  return findElement(browser, target, use, queries)
}

/** When the page in a frame has loaded, the driver loses the frame without acting, so this enters it again. */
function handleOf(
  browser: WebDriver,
  element: WebElement,
  findAgain: () => Promise<WebElement | string>,
): Found {
  const act = async (action: (found: WebElement) => Promise<void>) => {
    try {
      await action(element)
    } catch (problem) {
      const found = problem instanceof error.NoSuchFrameError ? await findAgain() : problem
      if (!(found instanceof WebElement)) throw problem
      await action(found)
    }
  }
  return {
    press: async () => act(async (found) => found.click()),
    type: async (text) =>
      act(async (found) => {
        await found.click()
        await found.sendKeys(Key.chord(Key.CONTROL, 'a'))
        await found.sendKeys(text)
      }),
    attach: async (path) => act(async (found) => found.sendKeys(path)),
    focus: async () => places.parse(await browser.executeScript(placeOfFocus, element)),
  }
}
