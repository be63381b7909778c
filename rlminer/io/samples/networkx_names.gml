Creator "networkx"
graph [
  directed 1
  node [ id 0 label "Ann" role "coach" ]
  node [ id 1 label "J&#246;rg &amp; Co" role "player" ]
  edge [ source 0 target 1 ]
]
