// answers.js: where the screens have their answers from: the server that this page came from. On a
// site of plain files another file stands in this place, which has them from files.js.

export * from "./api.js";
