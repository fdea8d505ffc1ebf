import { bundled } from './jest.bundles.mjs'

const swc = (tsx) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx },
      transform: { react: { runtime: 'automatic' } },
      experimental: { keepImportAttributes: true },
    },
  },
]

/** Packages in one file each, and the property tests' package with its seed. */
const mapped = {
  ...bundled,
  '^fast-check$': '<rootDir>/jest.properties.mjs',
  '^fast-check/unseeded$': bundled['^fast-check$'],
}

const common = {
  globalSetup: '<rootDir>/jest.bundles.mjs',
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  transform: { '\\.tsx$': swc(true), '\\.ts$': swc(false) },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: mapped,
  modulePathIgnorePatterns: ['<rootDir>/.data/', '<rootDir>/.nx/'],
}

export default {
  coverageProvider: 'v8',
  // A machine with other work to do is slower by several times; what hangs still ends.
  testTimeout: 120_000,
  // Modules of the files a worker has run stay in its memory.
  workerIdleMemoryLimit: '2GB',
  projects: [
    {
      ...common,
      displayName: 'unit',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/{services,libs}/*/{src,bench,golden,eval}/**/*.test.ts',
        '<rootDir>/apps/gateway/src/**/*.test.ts',
        '<rootDir>/scripts/**/*.test.ts',
      ],
    },
    {
      ...common,
      displayName: 'int',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{services,libs}/*/test/**/*.int.test.ts', '<rootDir>/apps/gateway/test/**/*.int.test.ts'],
    },
    {
      ...common,
      displayName: 'web',
      testEnvironment: '<rootDir>/jest.web.env.mjs',
      setupFiles: ['<rootDir>/jest.web.setup.mjs'],
      testMatch: ['<rootDir>/apps/web/src/**/*.test.{ts,tsx}'],
      moduleNameMapper: {
        ...mapped,
        '\\.(css|woff2|svg|webp)$': '<rootDir>/jest.css.cjs',
        '^react$': '<rootDir>/jest.react.cjs',
        // As there: no stack trace for every element.
        '^react/jsx-runtime$': '<rootDir>/node_modules/react/cjs/react-jsx-runtime.production.js',
      },
    },
    {
      ...common,
      displayName: 'e2e',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/apps/web/e2e/**/*.e2e.test.ts'],
    },
  ],
}
