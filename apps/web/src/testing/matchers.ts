import '@testing-library/jest-dom/jest-globals'
import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()

configure({
  // On a busy machine, loading a page's code can take many seconds. A passing test never waits this long.
  asyncUtilTimeout: 60_000 * Number(process.env.TEST_PATIENCE ?? 1),
  // Queries by role include hidden elements, because to exclude them, jsdom computes the styles of every element.
  defaultHidden: true,
  // Prints the document for the failure that is reported, not for each retry.
  getElementError: (message, container) => {
    const config = getConfig()
    const looksOn = '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true
    if (!looksOn) return getElementError(message, container)
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    return error
  },
})
