graph [
  node [
    id 0
    label "C"
  ]
  node [
    id 1
    label "C"
  ]
  node [
    id 2
    label "O"
  ]
  edge [
    source 0
    target 1
    value 1.5
  ]
  edge [
    source 1
    target 2
  ]
]
