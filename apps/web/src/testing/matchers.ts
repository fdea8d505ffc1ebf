import '@testing-library/jest-dom/jest-globals'
import { configure } from '@testing-library/react'

// A machine with other work to do is slower by several times; what never comes still fails.
configure({ asyncUtilTimeout: 5_000 })
