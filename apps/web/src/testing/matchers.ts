import '@testing-library/jest-dom/jest-globals'
import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()

configure({
  // A machine with other work to do is slower by several times; what never comes still fails.
  asyncUtilTimeout: 5_000,
  // The document is printed for the failure that is reported, not for each look that finds nothing yet.
  getElementError: (message, container) => {
    const config = getConfig()
    const looksOn = '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true
    if (!looksOn) return getElementError(message, container)
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    return error
  },
})
