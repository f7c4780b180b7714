#!/usr/bin/env node
/** The `touchmove` command: reads its arguments, runs one command, turns a failure into one line and an exit status. */
import { run } from './program.ts'

// A reader that has seen enough (`| head`) closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

// The SDK warns of versions of Node that its later releases will not support. It is pinned, so that is no concern of a user.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'

process.exitCode = await run(process.argv.slice(2))
