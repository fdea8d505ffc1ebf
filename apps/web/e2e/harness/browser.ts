import { type Browser, chromium } from 'playwright-core'

/**
 * Chromium honors only the last switch of this kind. This one therefore repeats what the library disables (its
 * `chromiumSwitches`) and adds the address bar's pop-ups, two pages that every window would load.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Would start a spare process for a page that the tests never open.
  'SpareRendererForSitePerProcess',
]

/** Opens the system's Chromium. The test command passes its path and fails if it is missing. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: readVariable('CHROMIUM_PATH'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      // Pages do not live long enough for the optimizing compilers to pay off.
      '--js-flags=--no-opt,--no-maglev',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ],
  })
}

/** Reads an environment variable that the e2e command sets. */
export function readVariable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run browser tests with "npm run test:e2e", and Chromium on the PATH`)
  return value
}
