/** Imports go one way: events ← domain ← functions ← infra. */
const only = (from, allowed, comment) => ({
  name: `${from}-imports`,
  severity: 'error',
  comment,
  from: { path: `^${from}/` },
  to: { pathNot: allowed },
})

module.exports = {
  forbidden: [
    only('events', ['^events/', '^node_modules/zod/'], 'events knows zod only'),
    only(
      'domain',
      ['^domain/', '^events/', '^node_modules/@noble/hashes/'],
      'domain is pure: it knows events, itself and one pure hash; no node:, no AWS, no I/O',
    ),
    {
      name: 'typed-client-imports',
      severity: 'error',
      comment:
        'the client of the library is made over fetch and the described interface; nothing of Node or the host',
      from: { path: '^functions/http/typed-client\\.ts$' },
      to: {
        pathNot: [
          '^node_modules/openapi-fetch/',
          // Made by the build from the OpenAPI document.
          '^#openapi$',
          '^dist/library/openapi\\.d\\.ts$',
        ],
      },
    },
    {
      name: 'functions-not-infra',
      severity: 'error',
      comment: 'functions know nothing of how they are deployed',
      from: { path: '^functions/' },
      to: { path: '^infra/' },
    },
    {
      name: 'composition-roots',
      severity: 'error',
      comment:
        'only a composition root holds all there is; a use case, a route or a feed names what it needs',
      from: { path: '^functions/', pathNot: '^functions/(?:host|lambda)/' },
      to: { path: '^functions/app/service\\.ts$' },
    },
    {
      name: 'no-tests-in-product',
      severity: 'error',
      comment: 'the product never imports its tests',
      from: { path: '^(events|domain|functions|infra)/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'files that import each other are one module: put what both need into a third',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circular-folders',
      severity: 'error',
      comment:
        'folders of domain/ and of functions/ do not import each other: each has one duty, and the duties stand above one another',
      scope: 'folder',
      from: { path: '^(domain|functions)/[^/]+$' },
      to: { circular: true, path: '^(domain|functions)/[^/]+$' },
    },
    {
      name: 'host-is-not-deployed',
      severity: 'error',
      comment: 'what a Lambda function loads holds nothing of the host, its command or the simulator',
      from: { path: '^functions/lambda/' },
      to: { path: '^functions/host/', reachable: true },
    },
    {
      name: 'simulator-is-a-tool',
      severity: 'error',
      comment: 'the simulator and the sample round are tools of development: only the command starts them',
      from: { path: '^(events|domain|functions|infra)/', pathNot: '^functions/host/(simulate|cli)/' },
      to: { path: '^functions/host/simulate/' },
    },
    {
      name: 'no-dev-dependencies',
      severity: 'error',
      comment: 'test oracles (some of them GPL) stay out of the product',
      // The page's bundler is a tool of the build, not of the product.
      from: { path: '^(events|domain|functions)/', pathNot: '^functions/console/bundle\\.mjs$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
