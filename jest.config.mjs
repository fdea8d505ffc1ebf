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

const common = {
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  transform: { '\\.tsx$': swc(true), '\\.ts$': swc(false) },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/.data/', '<rootDir>/.nx/'],
}

export default {
  coverageProvider: 'v8',
  // Timeout of every test. On a busy machine, increase it: TEST_PATIENCE=3 npm test
  testTimeout: 300_000 * Number(process.env.TEST_PATIENCE ?? 1),
  // A worker keeps the modules of all files it has run in memory.
  workerIdleMemoryLimit: '2GB',
  projects: [
    {
      ...common,
      displayName: 'unit',
      testEnvironment: '<rootDir>/jest.node.env.mjs',
      testMatch: [
        '<rootDir>/{services,libs}/*/{src,bench,golden,eval}/**/*.test.ts',
        '<rootDir>/apps/gateway/src/**/*.test.ts',
        '<rootDir>/scripts/**/*.test.ts',
      ],
      testPathIgnorePatterns: ['/node_modules/', '\\.nightly\\.test\\.ts$'],
    },
    {
      ...common,
      displayName: 'int',
      testEnvironment: '<rootDir>/jest.node.env.mjs',
      testMatch: ['<rootDir>/{services,libs}/*/test/**/*.int.test.ts', '<rootDir>/apps/gateway/test/**/*.int.test.ts'],
    },
    {
      ...common,
      displayName: 'web',
      testEnvironment: '<rootDir>/jest.web.env.mjs',
      setupFiles: ['<rootDir>/jest.web.setup.mjs'],
      testMatch: ['<rootDir>/apps/web/src/**/*.test.{ts,tsx}'],
      moduleNameMapper: { '\\.(css|woff2|svg|webp)$': '<rootDir>/jest.css.cjs' },
    },
    {
      ...common,
      displayName: 'e2e',
      testEnvironment: '<rootDir>/jest.node.env.mjs',
      globalSetup: '<rootDir>/apps/web/e2e/harness/shared-stack.mts',
      globalTeardown: '<rootDir>/apps/web/e2e/harness/shared-stack-end.mts',
      testMatch: ['<rootDir>/apps/web/e2e/**/*.e2e.test.ts'],
    },
    {
      ...common,
      displayName: 'nightly',
      testEnvironment: '<rootDir>/jest.node.env.mjs',
      testMatch: ['<rootDir>/{services,libs,apps,scripts}/**/*.nightly.test.ts'],
    },
  ],
}
