import { setSourceMapsSupport } from 'node:module';

// To be preloaded (`--import`): stacks then name our sources. `--enable-source-maps` would read the maps of every package too,
// at each start of each process.
setSourceMapsSupport(true);
