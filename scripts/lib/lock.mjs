const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64']

/** Derives a package's platform from its name: `@swc/core-linux-x64-musl` -> linux, x64, musl. */
export function platformOf(name) {
  const words = name.split('/').at(-1).split('-')
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  const end = words.at(-1)
  const libc = end.startsWith('musl') ? ['musl'] : end.startsWith('gnu') ? ['glibc'] : []
  return { cpu, os, ...(os.includes('linux') && libc.length > 0 ? { libc } : {}) }
}

const isExact = (version) => /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)

/** Paths where Node looks for a dependency of the package at `path`, innermost first. */
function placesFor(path, name) {
  const places = []
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    if (!at.endsWith('node_modules')) places.push(`${at}/node_modules/${name}`)
  }
  return [...places, `node_modules/${name}`]
}

/** Entries for optional platform packages that npm left out because it never fetched their manifest. */
export function missingEntries(packages) {
  const missing = {}
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const known = placesFor(path, name).some((place) => packages[place])
      const platform = platformOf(name)
      if (known || !isExact(version) || platform.os.length === 0) continue
      const dev = entry.dev ? { dev: true } : {}
      const { cpu, os, ...libc } = platform
      missing[`node_modules/${name}`] = { version, cpu, ...dev, ...libc, optional: true, os }
    }
  }
  return missing
}

/** Adds missing platform packages to a lock file in npm's order. Returns the same object if none is missing. */
export function completeLock(lock) {
  const missing = missingEntries(lock.packages)
  if (Object.keys(missing).length === 0) return lock
  const entries = Object.entries({ ...lock.packages, ...missing })
  const packages = Object.fromEntries(entries.sort(([left], [right]) => left.localeCompare(right, 'en')))
  return { ...lock, packages }
}
