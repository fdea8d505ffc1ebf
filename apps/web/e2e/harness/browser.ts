import { type Browser, chromium } from 'playwright-core'

/**
 * Only the last switch of this kind counts, so this repeats what the library disables (its `chromiumSwitches`) and adds
 * the address bar's pop-ups, two pages that every window would load.
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
  // Starts a spare process for a page that the tests never open.
  'SpareRendererForSitePerProcess',
]

/** Chromium from the system. The test command passes its path and fails if it is missing. */
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
      // Pages are too short-lived for the optimizing compilers to pay off.
      '--js-flags=--no-opt,--no-maglev',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ],
  })
}

/** An environment variable of the e2e command. */
export function readVariable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run browser tests with "npm run test:e2e", and Chromium on the PATH`)
  return value
}
